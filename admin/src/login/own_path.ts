/**
 * Returns a path of this console, or undefined. An address or an answer must not redirect people to another
 * site or back to the sign-in page. The server applies the same rule to `next`.
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path || path.length > 1000 || !/^(?!.*\/\/)\/[^\\\s\p{C}]*$/u.test(path)) return undefined
  return /^\/(?:login)?(?:[?#]|$)/.test(path) ? undefined : path
}
