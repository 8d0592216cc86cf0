const SUFFIX = '.pack'

const safe = /^[A-Za-z0-9_-]{1,64}$/

/** The folder of a tenant's packs. */
export const folderOf = (tenantId: string): string => safeName('tenant id', tenantId)

/** Whether this can be the folder of a tenant. */
export const isFolder = (name: string): boolean => safe.test(name)

/** The file name of a pack. */
export const fileOf = (pack: string): string => `${safeName('pack id', pack)}${SUFFIX}`

/** Returns the pack of a file name; undefined for other files. */
export function packOf(file: string): string | undefined {
  const pack = file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : ''
  return safe.test(pack) ? pack : undefined
}

/** Checks a value from the database, so that no path can leave the root. */
function safeName(what: string, value: string): string {
  if (safe.test(value)) return value
  throw new Error(`"${value}" cannot be a ${what}: only letters, digits, "-" and "_" are allowed.`)
}
