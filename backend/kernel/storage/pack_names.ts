const SUFFIX = '.pack'

const safe = /^[A-Za-z0-9_-]{1,64}$/

/** The folder of a tenant's packs. */
export const folderOf = (tenantId: string): string => safeName('tenant id', tenantId)

/** Whether it may be one. */
export const isFolder = (name: string): boolean => safe.test(name)

/** The name of a pack in it. */
export const fileOf = (pack: string): string => `${safeName('pack id', pack)}${SUFFIX}`

/** The pack behind a name; undefined when it is something else. */
export function packOf(file: string): string | undefined {
  const pack = file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : ''
  return safe.test(pack) ? pack : undefined
}

/** Both come from our own rows; a path is still never built from anything that could leave the root. */
function safeName(what: string, value: string): string {
  if (safe.test(value)) return value
  throw new Error(`"${value}" cannot be a ${what}: only letters, digits, "-" and "_" are allowed.`)
}
