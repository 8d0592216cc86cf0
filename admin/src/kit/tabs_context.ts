import { createContext } from 'react'
import type { ConsoleTab } from './plugin.js'

/** The tabs of all plugins. This is a separate file, because every page loads it. */
export const TabsContext = createContext<readonly ConsoleTab[]>([])
