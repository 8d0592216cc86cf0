import { KindFormsContext, TabsContext } from '@crossdock/admin/kit'
import { createContext, useContext, type ReactNode } from 'react'
import { createRegistry, type Registry } from './registry.js'

const RegistryContext = createContext<Registry>(createRegistry([]))

/** Provides the registry to the shell and its pages. Parts of the kit read tabs and forms from contexts of the kit. */
export const RegistryProvider = ({ value, children }: { value: Registry; children: ReactNode }) => (
  <RegistryContext value={value}>
    <TabsContext value={value.tabs}>
      <KindFormsContext value={value.forms}>{children}</KindFormsContext>
    </TabsContext>
  </RegistryContext>
)

/** Returns the registry: the screens, menu entries and blocks of this console. */
export const useRegistry = (): Registry => useContext(RegistryContext)
