import {
  CreateButton,
  lazyPart,
  TabbedPage,
  useDialogAddress,
  usePermissions,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRefresh } from './pieces/use_refresh.js'
import { useStats } from './pieces/use_stats.js'
import { Stats } from './Stats.js'

const EditContract = lazyPart(() => import('./form/EditContract.js'))

/** /sync-contracts: the contracts, and what needs attention. */
export default function SyncScreen() {
  const translate = useTranslate()
  const canManage = usePermissions().can('sync.manage')
  const creating = useDialogAddress('new')
  const stats = useStats()
  useRefresh()
  return (
    <>
      <TabbedPage
        page="sync-contracts"
        title={translate('sync.title')}
        label={translate('sync.tabsLabel')}
        fewActions
        counts={{ conflicts: stats.data?.openConflicts ?? 0 }}
        actions={
          canManage && (
            <CreateButton
              limit="maxSyncContracts"
              reached="sync.limitReached"
              onClick={() => creating.open('contract')}
            >
              {translate('sync.create')}
            </CreateButton>
          )
        }
      >
        <Stats />
      </TabbedPage>
      {canManage && creating.value === 'contract' && <EditContract onClose={creating.close} />}
    </>
  )
}
