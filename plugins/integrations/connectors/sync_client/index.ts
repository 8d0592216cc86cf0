import vine from '@vinejs/vine'
import type { Connector } from '../../contracts/index.js'
import { httpAuthTypes } from '../../auth_types/index.js'

/** Programs that keep a folder in step: they call Crossdock, and Crossdock does not call them. */
export const syncClient: Connector = {
  label: 'Sync Client',
  description: 'A program that keeps files in step; it calls Crossdock.',
  icon: 'cable',
  config: vine.create({}),
  authTypes: Object.keys(httpAuthTypes),
  capabilities: ['send', 'receive', 'observe'],
  operations: {},
}
