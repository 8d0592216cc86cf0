import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { holds, tenantRows } from '@crossdock/kernel/tenancy'
import { bindingCreated, bindingDeleted, bindingUpdated } from '../event_types.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'
import { findBinding } from '../queries/folder_bindings.js'
import { findSystem } from '../queries/systems.js'
import type { createBindingBody, updateBindingBody } from '../validators/folder_bindings.js'

/**
 * Binds a system to a folder. From then on, the system receives only files of bound folders.
 * @throws Problem 403 for callers who may not read files, 409 for an existing binding, 422 for an unknown system
 * or folder
 */
export async function createBinding(
  input: Output<typeof createBindingBody>
): Promise<SystemFolderBinding> {
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  const { systemId, assetId } = input
  return transaction(async () => {
    const system = await findForField('systemId', () => findSystem(systemId, { lock: true }))
    await findForField('assetId', () => presentFolder(assetId))
    const pair = { system_id: systemId, asset_id: assetId }
    if (await SystemFolderBinding.query().where(pair).first()) throw boundAlready(system.name)
    const binding = await SystemFolderBinding.create({
      isActive: true,
      visibilityRules: {},
      transformationConfig: {},
      ...input,
    })
    await setBound(systemId, true)
    await recordBindingEvent(bindingCreated, binding, system.name)
    return binding
  })
}

/**
 * Changes the given fields. The system and the folder cannot change.
 * @throws Problem 404, 422
 */
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
        text('A binding cannot change its system or its folder. Delete it and add another one.')
      )
    }
    const changes = Object.entries(input).filter(([, value]) => value !== undefined)
    await binding.merge(Object.fromEntries(changes)).save()
    await recordBindingEvent(bindingUpdated, binding, (await findSystem(binding.systemId)).name)
    return binding
  })
}

/**
 * Deletes a binding. Without any binding, a system receives files of all folders again.
 * @throws Problem 404
 */
export async function deleteBinding(id: string): Promise<void> {
  await transaction(async () => {
    const { systemId } = await findBinding(id)
    // Lock the system. If its last two bindings are deleted concurrently, the second deletion must find none left.
    const system = await findSystem(systemId, { lock: true })
    const binding = await findBinding(id)
    await binding.delete()
    const left = await SystemFolderBinding.query().where('system_id', systemId).first()
    if (!left) await setBound(systemId, false)
    await recordBindingEvent(bindingDeleted, binding, system.name)
  })
}

/**
 * Stores whether a system is bound. It keeps `updatedAt`, so that a person with the system open in a form can
 * still save.
 */
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

/** Finds the object that a field of the body names. If it is missing, that field gets the error. */
async function findForField<T>(field: string, find: () => Promise<T>): Promise<T> {
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

/**
 * Records an event about a binding. It omits the folder's name, because people who see these events may not be
 * allowed to see files.
 */
async function recordBindingEvent(
  type: typeof bindingCreated,
  { id, systemId, assetId, permissions, isActive }: SystemFolderBinding,
  systemName: string
): Promise<void> {
  await recordEvent(type, {
    target: { type: 'folder_binding', id },
    payload: { systemId, systemName, assetId, permissions, isActive },
  })
}
