import { createContext } from 'react'
import type { ConsoleTab } from './plugin.js'

/** The tabs of all plugins, for the pages that show them. Apart from those: every page carries this file. */
export const TabsContext = createContext<readonly ConsoleTab[]>([])
