import { tenantRows } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { SystemFolderBinding } from '../models/system_folder_binding.js'

const systems = tenantRows(ExternalSystem.table)

/**
 * What a system is bound to; null for one that works with all files. Read anew for every call, so that what is withdrawn is
 * closed at once in every process; a system that is gone meanwhile is bound to nothing.
 */
export async function boundFolders(systemId: string): Promise<SystemFolderBinding[] | null> {
  const [system] = await systems.find<{ is_bound: boolean | number }>({ id: systemId }, [
    'is_bound',
  ])
  if (system && !system.is_bound) return null
  return SystemFolderBinding.query().where('system_id', systemId)
}
