import { createContext, useContext } from 'react'
import { createRegistry, type Registry } from './registry.js'

const RegistryContext = createContext<Registry>(createRegistry([]))

export const RegistryProvider = RegistryContext.Provider

/** The screens, menu entries and blocks of this console. */
export const useRegistry = (): Registry => useContext(RegistryContext)
