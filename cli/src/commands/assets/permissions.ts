import type { FolderPermissions } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveFolder } from '../../assets/resolve.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRole } from '../roles/find.js'
import { findUser } from '../users/find.js'

export interface PermissionsOptions {
  everyone?: string
  grant?: string[]
  revoke?: string[]
}

type Grant = FolderPermissions['grants'][number]
type Subject = Pick<Grant, 'kind' | 'id' | 'name'>

const levels = ['read', 'write'] as const

/** Shows or changes who may access a folder. */
export async function folderPermissions(
  factory: Factory,
  typed: string,
  { everyone, grant = [], revoke = [] }: PermissionsOptions
): Promise<void> {
  const wanted = grant.map(parseGrant)
  const api = await factory.api()
  const folder = await resolveFolder(api, typed)
  if (!folder) {
    throw new UsageError('The top level is open to all members.', 'Name a folder below it.')
  }
  const address = `/api/assets/${folder.id}/permissions`
  let present = await api.get<FolderPermissions>(address)
  if (everyone !== undefined || wanted.length > 0 || revoke.length > 0) {
    const grants = new Map(present.grants.map((one) => [keyOf(one), one]))
    for (const { who, level } of wanted) {
      const subject = await subjectCalled(api, who)
      grants.set(keyOf(subject), { ...subject, level })
    }
    for (const who of revoke) grants.delete(keyOf(await subjectCalled(api, who)))
    // Naming people closes the folder to everyone else. An open folder has no list of people.
    const others = everyone ?? (present.everyone === 'write' ? 'none' : present.everyone)
    const named = others === 'write' ? [] : [...grants.values()]
    present = await api.put<FolderPermissions>(address, {
      everyone: others,
      grants: named.map(({ kind, id, level }) => ({ kind, id, level })),
    })
  }
  if (factory.flags.json) return factory.printJson(present)
  say(factory, folder.path, present)
  for (const above of present.inherited) say(factory, `Parent folder ${above.name}`, above)
}

function say(
  factory: Factory,
  name: string,
  { everyone, grants }: Pick<FolderPermissions, 'everyone' | 'grants'>
): void {
  const others = { none: 'no one else', read: 'everyone else may read', write: 'everyone' }
  const named = grants.map(
    ({ kind, id, name, level }) => `${kind === 'role' ? `role ${id}` : (name ?? id)} (${level})`
  )
  factory.say(`${name}: ${[...named, others[everyone as keyof typeof others]].join(', ')}.`)
}

const keyOf = ({ kind, id }: Pick<Grant, 'kind' | 'id'>) => `${kind} ${id}`

/** `ada@harbourline.example=write` or `role:editor=read`. */
function parseGrant(typed: string): { who: string; level: Grant['level'] } {
  const at = typed.lastIndexOf('=')
  const level = levels.find((one) => one === typed.slice(at + 1))
  if (at > 0 && level) return { who: typed.slice(0, at), level }
  throw new UsageError(
    `"${typed}" is not a grant.`,
    'Write <email-or-role:key>=<read-or-write>, such as role:editor=write.'
  )
}

async function subjectCalled(api: ApiClient, who: string): Promise<Subject> {
  if (who.startsWith('role:')) {
    const { key } = await findRole(api, who.slice('role:'.length))
    return { kind: 'role', id: key, name: null }
  }
  const { id } = await findUser(api, who)
  return { kind: 'user', id, name: who }
}
