/** Leaving the page for good; what is not saved is asked about by the browser. */
export const page = {
  reload: (): void => window.location.reload(),
  open: (url: string): void => window.location.assign(url),
}

/** The sign-in page that leads back to an address of this console. */
export const signInUrl = (next: string): string =>
  next === '/' || next === '/dashboard' ? '/login' : `/login?next=${encodeURIComponent(next)}`
