/**
 * A path of this console, or undefined: what an address or an answer says must not be able to send
 * people elsewhere, nor back to the sign-in page. The server holds `next` to the same rule.
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path || path.length > 1000 || !/^(?!.*\/\/)\/[^\\\s\p{C}]*$/u.test(path)) return undefined
  return /^\/(?:login)?(?:[?#]|$)/.test(path) ? undefined : path
}
