import { tenantRows } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'

const systems = tenantRows(ExternalSystem.table)

/**
 * Returns the folder bindings of a system; null for an unbound system, which receives files of all folders. They
 * are read for every call, so a deleted binding takes effect immediately in every process. A deleted system has no
 * bindings.
 */
export async function boundFolders(systemId: string): Promise<SystemFolderBinding[] | null> {
  const [system] = await systems.find<{ is_bound: boolean | number }>({ id: systemId }, [
    'is_bound',
  ])
  if (system && !system.is_bound) return null
  return SystemFolderBinding.query().where('system_id', systemId)
}
