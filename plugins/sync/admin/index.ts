import { defineConsolePlugin } from '@crossdock/admin/kit'
import { FolderSync } from 'lucide-react'
import { lazy } from 'react'
import { conflictPath, contractPath, syncPath } from './paths.js'

const permission = 'sync.read'
const page = 'sync-contracts'

export default defineConsolePlugin({
  id: 'sync',
  routes: [
    { path: syncPath, component: lazy(() => import('./SyncScreen.js')), permission },
    {
      path: `${syncPath}/conflicts/:conflictId`,
      component: lazy(() => import('./conflicts/ConflictScreen.js')),
      permission,
    },
    {
      path: `${syncPath}/:contractId/kept`,
      component: lazy(() => import('./kept/KeptScreen.js')),
      permission,
    },
    {
      path: `${syncPath}/:contractId`,
      component: lazy(() => import('./contract/ContractScreen.js')),
      permission,
    },
  ],
  tabs: [
    {
      page,
      id: 'contracts',
      label: 'sync.tabs.contracts',
      component: lazy(() => import('./contracts/ContractsTab.js')),
      order: 10,
    },
    {
      page,
      id: 'bindings',
      label: 'sync.tabs.bindings',
      component: lazy(() => import('./bindings/BindingsTab.js')),
      order: 20,
    },
    {
      page,
      id: 'conflicts',
      label: 'sync.tabs.conflicts',
      component: lazy(() => import('./conflicts/ConflictsTab.js')),
      order: 30,
    },
  ],
  menu: [
    {
      to: syncPath,
      label: 'sync.title',
      icon: FolderSync,
      section: 'sites',
      order: 20,
      key: 'n',
      permission,
    },
  ],
  entityLinks: { sync_contract: contractPath, sync_conflict: conflictPath },
  live: { 'sync_*': ['sync-contracts'], 'agent_*': ['sync-contracts'] },
  searchProviders: [
    {
      id: 'sync.contracts',
      label: 'sync.title',
      icon: FolderSync,
      order: 61,
      permission,
      search: async (...asked) => (await import('./search.js')).findContracts(...asked),
    },
  ],
})
