import { CallRefused } from '../placeholders/call_refused.js'
import { callVariables } from '../placeholders/variables.js'
import { openSystem } from '../config/opened.js'
import type { KnownSystem, SystemAccess } from '../contracts/index.js'
import { ExternalSystem } from '../models/external_system.js'
import { findSystem } from './systems.js'

const mostIds = 1_000

export const accessToSystems: SystemAccess = {
  async named(ids) {
    const rows = await ExternalSystem.query()
      .whereIn('id', ids.slice(0, mostIds))
      .select('id', 'name', 'system_type', 'is_active')
    return rows.map(known)
  },
  async open(id) {
    const system = await findSystem(id)
    if (!system.isActive)
      throw new CallRefused(`${system.name} is inactive. Activate it to use it.`)
    const opened = await openSystem(system, await callVariables())
    return { ...opened.system, ...known(system) }
  },
}

const known = ({ id, name, systemType, isActive }: ExternalSystem): KnownSystem => ({
  id,
  name,
  systemType,
  isActive,
})
