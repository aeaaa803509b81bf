import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { renewPage } from '$lib/renew';

// Part of an older page, which its server no longer has.
addEventListener('vite:preloadError', () => void renewPage());

mount(App, { target: document.getElementById('app')! });
