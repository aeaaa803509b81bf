import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { reloadPage } from '$lib/reload';

// Part of an older page, which its server no longer has.
addEventListener('vite:preloadError', () => void reloadPage());

mount(App, { target: document.getElementById('app')! });
