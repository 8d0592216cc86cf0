/** Leaves the page. The browser asks about unsaved input. */
export const page = {
  reload: (): void => window.location.reload(),
  open: (url: string): void => window.location.assign(url),
}

/** Returns the URL of the sign-in page. After the sign-in, the page opens `next`. */
export const signInUrl = (next: string): string =>
  next === '/' || next === '/dashboard' ? '/login' : `/login?next=${encodeURIComponent(next)}`
