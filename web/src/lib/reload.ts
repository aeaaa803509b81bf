/** A page older than its server reloads once: only the server's files know what is new. */

const KEY = 'sabika-renewed';
const AGAIN = 600_000; // ms, after which another reload may help

/** Reload the page; false if that was just done and did not help. */
export function reloadPage(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false; // a browser that keeps nothing would go on forever
  }
  location.reload();
  return true;
}
