import type { ConsolePlugin } from '@crossdock/admin/kit'
import plugins from 'virtual:crossdock-plugins'
import { createRegistry } from './registry.js'

// The core's own screens are declared exactly as a plugin's are.
const core = import.meta.glob<ConsolePlugin>('../screens/*/index.ts', {
  eager: true,
  import: 'default',
})

/** The registry of this build. */
export const registry = createRegistry([...Object.values(core), ...plugins])
