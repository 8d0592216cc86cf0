import type { ConsolePlugin } from '@crossdock/admin/kit'
import plugins from 'virtual:crossdock-plugins'
import { createRegistry } from './registry.js'

// The core's own are declared exactly as a plugin's are.
const core = import.meta.glob<ConsolePlugin>(
  ['../screens/*/index.ts', '../palette/index.ts', '../shell/index.ts'],
  {
    eager: true,
    import: 'default',
  }
)

/** All of this build. */
export const builtIn: readonly ConsolePlugin[] = [...Object.values(core), ...plugins]

/** The registry of this build. */
export const registry = createRegistry(builtIn)
