import { roles } from '@crossdock/backend/access'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Length of the column `users.role`. */
const maxLength = 50

/** An unused key for a role of this name, made of lower-case letters, digits and hyphens. */
export async function createKey(name: string): Promise<string> {
  const word = slugOf(name)
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `-${count}`
    const key = word.slice(0, maxLength - suffix.length).replace(/-$/, '') + suffix
    if (!(await roles.use().isKnown({ tenantId: currentTenantId(), role: key }))) return key
  }
}

function slugOf(name: string): string {
  const word = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // A name in a non-Latin script has no usable letters.
  return word || 'role'
}
