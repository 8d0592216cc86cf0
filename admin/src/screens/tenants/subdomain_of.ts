/** The length of a part of a host name. */
const LONGEST = 63

const spelled: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Returns a subdomain for the name of an organization: its letters and digits, with hyphens between the words. */
export const subdomainOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => spelled[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
