import { personNames } from '@crossdock/backend/users'
import { conflict, text } from '@crossdock/kernel/ground'
import { closedFolders } from '../folder_permissions/closed.js'
import { passesThrough } from '../folder_permissions/checks.js'
import { rules, type Rule } from '../folder_permissions/rules.js'
import { findAsset } from './find_asset.js'

const open = { everyone: 'write' as const, grants: [] }

/** The permissions of a folder, and those of the folders above it. @throws Problem 404, 409 */
export async function permissionsOf(id: string) {
  const { asset, path } = await findAsset(id)
  if (asset.type !== 'folder') {
    const message = text('"{name}" is a file. Read the permissions of its folder.', {
      name: asset.name,
    })
    throw conflict('E_NO_FOLDER', message)
  }
  const all = await rules()
  const ofPath = path.flatMap(({ id, name }) => {
    const rule = all.get(id)
    return rule ? [{ id, name, ...rule }] : []
  })
  const named = ofPath.flatMap(({ grants }) => grants)
  const nameOf = await personNames(named.map(({ kind, id }) => (kind === 'user' ? id : null)))
  const shown = ({ everyone, grants }: Rule | typeof open) => ({
    everyone,
    grants: grants.map((grant) => ({
      ...grant,
      name: grant.kind === 'user' ? nameOf(grant.id) : null,
    })),
  })
  const mine = passesThrough(path, await closedFolders('write')) ? 'read' : 'write'
  return {
    ...shown(all.get(id) ?? open),
    mine,
    inherited: ofPath
      .filter((one) => one.id !== id)
      .map((one) => ({ id: one.id, name: one.name, ...shown(one) })),
  }
}
