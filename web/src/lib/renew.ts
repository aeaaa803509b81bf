/** A page that is older than its server is loaded anew, once: it cannot tell what is new, and the server's files can. */

const KEY = 'sabika-renewed';
const AGAIN = 600_000; // ms, after which another reload may help

/** Load the page anew, unless that was done just now and did not help: false. */
export function renewPage(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false; // a browser that keeps nothing would go on forever
  }
  location.reload();
  return true;
}
