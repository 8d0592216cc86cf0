import type { Factory } from '../../factory.js'
import { findRole } from './find.js'

export interface DeleteRoleOptions {
  replacement?: string
  yes?: boolean
}

/** Deletes a role. The server refuses when people have it and no replacement is named. */
export async function deleteRole(
  factory: Factory,
  typed: string,
  options: DeleteRoleOptions
): Promise<void> {
  const api = await factory.api()
  const role = await findRole(api, typed)
  const other = options.replacement && (await findRole(api, options.replacement))
  const after = other ? ` and give its holders the role ${other.name}` : ''
  await factory.prompter.assertConfirmed(
    options.yes ?? false,
    `Delete the role ${role.name}${after}?`
  )
  const query = other ? `?${new URLSearchParams({ replacement: other.key }).toString()}` : ''
  await api.delete(`/api/roles/${role.id}${query}`)
  if (factory.flags.json) return factory.printJson(role)
  factory.say(`Deleted the role ${role.name}.`)
}
