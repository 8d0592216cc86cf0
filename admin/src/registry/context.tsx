import { KindFormsContext, TabsContext } from '@crossdock/admin/kit'
import { createContext, useContext, type ReactNode } from 'react'
import { createRegistry, type Registry } from './registry.js'

const RegistryContext = createContext<Registry>(createRegistry([]))

/** Makes what the plugins bring known to the shell and to the pages below it. */
export const RegistryProvider = ({ value, children }: { value: Registry; children: ReactNode }) => (
  <RegistryContext value={value}>
    <TabsContext value={value.tabs}>
      <KindFormsContext value={value.forms}>{children}</KindFormsContext>
    </TabsContext>
  </RegistryContext>
)

/** The screens, menu entries and blocks of this console. */
export const useRegistry = (): Registry => useContext(RegistryContext)
