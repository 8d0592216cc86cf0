import Button from '@mui/material/Button'
import { Icon, lazyPart, TabbedPage, useDialogAddress, usePermissions } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
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
            <Button
              variant="contained"
              startIcon={<Icon icon={Plus} />}
              onClick={() => creating.open('contract')}
            >
              {translate('sync.create')}
            </Button>
          )
        }
      >
        <Stats />
      </TabbedPage>
      {canManage && creating.value === 'contract' && <EditContract onClose={creating.close} />}
    </>
  )
}
