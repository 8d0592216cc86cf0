/** Returns an address without user, password, query and fragment, each of which may contain a secret. */
export function plainAddress(address: string): string {
  if (!URL.canParse(address)) return address.split(/[?#]/)[0]!
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
