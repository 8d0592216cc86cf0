import type { Share, SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import {
  EmptyState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  ResourceList,
  usePermissions,
  useRead,
  useSession,
  useToast,
  type ListFilter,
} from '@crossdock/admin/kit'
import { Link2, Settings2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useShareColumns } from './columns.js'
import { shareStatuses } from './model.js'
import { SharesBulk } from './SharesBulk.js'
import { useLinkCopy } from './use_link_copy.js'

const RevokeDialog = lazyPart(() => import('./RevokeDialog.js'))
const RuleDialog = lazyPart(() => import('./RuleDialog.js'))

/** /shares: all links to files and folders of the organization. */
export default function SharesScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`shares.${key}`)
  const mayDecide = usePermissions().can('sharing.write')
  const rule = useRead<SharingRule>('sharing-rule')
  const [decides, setDecides] = useState(false)
  const [revoked, setRevoked] = useState<Share>()
  const toast = useToast()
  const clip = useLinkCopy()
  const copy = async (share: Share) => {
    const url = await clip.copy(share)
    if (url) toast({ title: text('copy.done') })
  }
  const columns = useShareColumns(setRevoked, (share) => void copy(share))
  const filters = useShareFilters()
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        actions={
          mayDecide &&
          rule.data && (
            <Button
              variant="outlined"
              startIcon={<Icon icon={Settings2} />}
              onClick={() => setDecides(true)}
            >
              {text('rule.action')}
            </Button>
          )
        }
      />
      <PageBody>
        {clip.refused !== undefined && (
          <Alert severity="info" onClose={clip.done}>
            {text('copy.manually')} <code>{clip.refused}</code>
          </Alert>
        )}
        {rule.data?.enabled === false && <Alert severity="warning">{text('off')}</Alert>}
        <ResourceList<Share>
          resource="shares"
          label={text('list')}
          columns={columns}
          sort={{ field: 'createdAt', order: 'DESC' }}
          search={text('search')}
          filters={filters}
          bulk={<SharesBulk />}
          empty={
            <EmptyState
              icon={Link2}
              title={text('empty.title')}
              description={text('empty.text')}
              action={
                <Button component={Link} to="/assets" variant="outlined">
                  {text('empty.action')}
                </Button>
              }
            />
          }
          noMatch={text('noMatch')}
        />
      </PageBody>
      {decides && rule.data && <RuleDialog rule={rule.data} onClose={() => setDecides(false)} />}
      {revoked && <RevokeDialog shares={[revoked]} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function useShareFilters(): ListFilter[] {
  const translate = useTranslate()
  const { data: session } = useSession()
  const mine = session ? [{ id: session.user.id, name: translate('shares.filter.mine') }] : []
  return [
    {
      source: 'status',
      label: translate('shares.column.status'),
      choices: shareStatuses.map((id) => ({ id, name: translate(`shares.status.${id}`) })),
    },
    {
      source: 'kind',
      label: translate('shares.column.kind'),
      choices: ['download', 'upload'].map((id) => ({ id, name: translate(`shares.kind.${id}`) })),
    },
    { source: 'createdBy', label: translate('shares.column.creator'), choices: mine },
  ]
}
