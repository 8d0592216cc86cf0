import { roles } from '@crossdock/backend/access'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** As `users.role` holds it. */
const longest = 50

/** A key for a role of this name that no other role of the tenant has, made of lower-case letters, digits and hyphens. */
export async function newKey(name: string): Promise<string> {
  const word = wordOf(name)
  for (let count = 1; ; count++) {
    const behind = count === 1 ? '' : `-${count}`
    const key = word.slice(0, longest - behind.length).replace(/-$/, '') + behind
    if (!(await roles.use().isKnown({ tenantId: currentTenantId(), role: key }))) return key
  }
}

function wordOf(name: string): string {
  const word = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // Of a name in other letters nothing is left.
  return word || 'role'
}
