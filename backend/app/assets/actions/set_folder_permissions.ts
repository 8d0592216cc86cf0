import { roles } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext, currentTenantId, holds } from '@crossdock/kernel/tenancy'
import { assetsWrite } from '../contracts/permissions.js'
import { allowsAccess, bypassesPermissions } from '../folder_permissions/closed.js'
import { mostRules } from '../folder_permissions/rules.js'
import { findPeopleShutOut } from '../folder_permissions/people_shut_out.js'
import { assetEvents, folderAccessTaken } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { FolderPermissions, type Grant } from '../models/folder_permissions.js'
import { foldersOf, lockLiveAsset } from '../queries/find_asset.js'
import type { folderPermissions } from '../validators/folder_permissions.js'
import { lockTree } from './lock_tree.js'
import { recordAssetEvent } from './record_asset_event.js'

type Wanted = Output<typeof folderPermissions>

/**
 * Replaces the permissions of a folder, which also apply to everything below it. `everyone: 'write'` opens it again.
 * @throws Problem 404; 403 when the caller may not change it; 409 in the trash, for a file, or too many; 422 for an unknown
 *   person or role, and when the caller would lock themselves out
 */
export async function setFolderPermissions(
  id: string,
  { everyone, grants }: Wanted
): Promise<void> {
  if (!holds(assetsWrite)) throw missingPermission(assetsWrite)
  const shutOut = await findPeopleShutOut(id, everyone === 'write' ? null : { everyone, grants })
  await transaction(async () => {
    await lockTree()
    const found = await lockLiveAsset(id)
    assertFolder(found.asset)
    const before = await FolderPermissions.findBy('asset_id', id)
    if (everyone === 'write') await before?.delete()
    else {
      await assertKnown(grants)
      await assertStaysIn({ everyone, grants })
      if (!before) await assertRoom(1)
      await (before ?? new FolderPermissions()).merge({ assetId: id, everyone, grants }).save()
    }
    const { folderPermissions } = assetEvents
    const permissions = { everyone, grants: everyone === 'write' ? [] : grants }
    await recordAssetEvent(folderPermissions, found.asset, foldersOf(found), { permissions })
    await recordShutOut(found.asset, shutOut)
  })
}

async function recordShutOut({ id, name, uploadedBy }: Asset, shutOut: string[]): Promise<void> {
  if (shutOut.length === 0) return
  const people = [...new Set([...(uploadedBy ? [uploadedBy] : []), ...shutOut])]
  // The target's type is not "asset": people without access to an asset get none of its events.
  await recordEvent(folderAccessTaken, {
    target: { type: 'folder_access', id },
    payload: { folderId: id, name, people },
  })
}

function assertFolder({ type, name }: Asset): void {
  if (type === 'folder') return
  const message = text('"{name}" is a file. Set the permissions of its folder.', { name })
  throw conflict('E_NO_FOLDER', message)
}

async function assertKnown(grants: readonly Grant[]): Promise<void> {
  const tenantId = currentTenantId()
  const named = new Set<string>()
  for (const [index, { kind, id }] of grants.entries()) {
    const field = `grants.${index}.id`
    if (named.size === named.add(`${kind} ${id}`).size) {
      throw invalid(field, text('"{id}" is named twice.', { id }))
    }
    if (kind === 'role') {
      if (await roles.use().isKnown({ tenantId, role: id })) continue
      throw invalid(field, text('There is no role "{id}".', { id }))
    }
    const person = await accounts.use().known(id)
    if (person?.tenantId === tenantId) continue
    throw invalid(field, text('There is no person with the id "{id}".', { id }))
  }
}

/** Callers must keep their own write access, or they could not change the permissions again. */
async function assertStaysIn(rule: { everyone: 'none' | 'read'; grants: Grant[] }): Promise<void> {
  if (bypassesPermissions()) return
  const { userId } = currentContext().actor
  const person = userId ? await accounts.use().known(userId) : null
  if (allowsAccess(rule, 'write', person)) return
  throw invalid('grants', text('Give yourself or your role write access.'))
}

/** @throws Problem 409 when `more` additional folders exceed the limit */
export async function assertRoom(more: number): Promise<void> {
  const rows = await FolderPermissions.query().select('id').limit(mostRules)
  if (rows.length + more <= mostRules) return
  const message = text('At most {most} folders can have permissions of their own.', {
    most: mostRules,
  })
  throw conflict('E_TOO_MANY', message)
}
