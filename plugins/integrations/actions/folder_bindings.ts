import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import {
  conflict,
  invalid,
  missingPermission,
  Problem,
  text,
  type Output,
} from '@crossdock/kernel/http'
import { holds, tenantRows } from '@crossdock/kernel/tenancy'
import { bindingCreated, bindingDeleted, bindingUpdated } from '../event_types.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'
import { findBinding } from '../queries/folder_bindings.js'
import { findSystem } from '../queries/systems.js'
import type { createBindingBody, updateBindingBody } from '../validators/folder_bindings.js'

/**
 * Binds a system to a folder: from now on it gets no files of others. @throws Problem 403 for who may read no files, 409 for a
 * pair that is bound already, 422 for a system or a folder that is not there
 */
export async function createBinding(
  input: Output<typeof createBindingBody>
): Promise<SystemFolderBinding> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  const { systemId, assetId } = input
  return transaction(async () => {
    const system = await given('systemId', () => findSystem(systemId, { lock: true }))
    await given('assetId', () => presentFolder(assetId))
    const pair = { system_id: systemId, asset_id: assetId }
    if (await SystemFolderBinding.query().where(pair).first()) throw boundAlready(system.name)
    const binding = await SystemFolderBinding.create({
      ...{ isActive: true, visibilityRules: {}, transformationConfig: {} },
      ...input,
    })
    await setBound(systemId, true)
    await tell(bindingCreated, binding, system.name)
    return binding
  })
}

/** Changes the given fields; a binding stays with its system and its folder. @throws Problem 404, 422 */
export async function updateBinding(
  id: string,
  input: Output<typeof updateBindingBody>
): Promise<SystemFolderBinding> {
  return transaction(async () => {
    const binding = await findBinding(id)
    for (const field of ['systemId', 'assetId'] as const) {
      if (input[field] === undefined || input[field] === binding[field]) continue
      throw invalid(
        field,
        text('A binding stays with its system and its folder. Delete it and add another one.')
      )
    }
    const changes = Object.entries(input).filter(([, value]) => value !== undefined)
    await binding.merge(Object.fromEntries(changes)).save()
    await tell(bindingUpdated, binding, (await findSystem(binding.systemId)).name)
    return binding
  })
}

/** Deletes a binding; with its last one a system works with all files again. @throws Problem 404 */
export async function deleteBinding(id: string): Promise<void> {
  await transaction(async () => {
    const { systemId } = await findBinding(id)
    // Two who delete the last two at the same moment: the second finds none left.
    const system = await findSystem(systemId, { lock: true })
    const binding = await findBinding(id)
    await binding.delete()
    const left = await SystemFolderBinding.query().where('system_id', systemId).first()
    if (!left) await setBound(systemId, false)
    await tell(bindingDeleted, binding, system.name)
  })
}

/** `updatedAt` stays: who has the system open in a form may save it. */
export async function setBound(id: string, isBound: boolean): Promise<void> {
  await tenantRows(ExternalSystem.table).update({ id }, { is_bound: isBound })
}

async function presentFolder(id: string): Promise<void> {
  const library = assetLibrary.use()
  const folder = await library.find(id)
  if (folder.type !== 'folder') {
    throw invalid('assetId', text('"{name}" is a file, not a folder.', { name: folder.name }))
  }
  const above = await library.folders(id)
  if ([folder, ...above].some(({ trashedAt }) => trashedAt !== null)) {
    const message = text('"{name}" is in the trash. Restore it first.', { name: folder.name })
    throw invalid('assetId', message)
  }
}

/** What is named in a body and is not there is the fault of its field. */
async function given<T>(field: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw invalid(field, error.text)
  }
}

const boundAlready = (name: string) =>
  conflict(
    'E_BOUND_ALREADY',
    text('{name} is bound to this folder already. Change that binding.', { name }),
    'assetId'
  )

/** Without the name of the folder: who may read of integrations need not see files. */
async function tell(
  type: typeof bindingCreated,
  { id, systemId, assetId, permissions, isActive }: SystemFolderBinding,
  systemName: string
): Promise<void> {
  await recordEvent(type, {
    target: { type: 'folder_binding', id },
    payload: { systemId, systemName, assetId, permissions, isActive },
  })
}
