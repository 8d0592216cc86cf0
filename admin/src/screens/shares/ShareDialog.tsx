import type { CreatedShare, Share, SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import {
  EmptyState,
  formatDate,
  Icon,
  lazyPart,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  useRead,
  type AssetDialogProps,
} from '@crossdock/admin/kit'
import { Link2, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { ShareRow } from './ShareRow.js'

const NewShareDialog = lazyPart(() => import('./NewShareDialog.js'))
const LinkDialog = lazyPart(() => import('./LinkDialog.js'))
const RevokeDialog = lazyPart(() => import('./RevokeDialog.js'))

/** Share: the links of one file or folder, and new ones. */
export default function ShareDialog({ assets, onClose }: AssetDialogProps) {
  const asset = assets[0]!
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.dialog.${key}`, values)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedShare>()
  const [revoked, setRevoked] = useState<Share>()
  const rule = useRead<SharingRule>('sharing-rule')
  const links = useRead<Share[]>('shares', {
    query: { filter: JSON.stringify({ assetId: asset.id }), range: '[0,99]' },
  })
  const isOff = rule.data?.enabled === false
  if (made) return <LinkDialog share={made} onClose={() => setMade(undefined)} />
  if (isAdding && rule.data) {
    return (
      <NewShareDialog
        asset={asset}
        rule={rule.data}
        onCreated={setMade}
        onClose={() => setAdding(false)}
      />
    )
  }
  return (
    <>
      <PlainDialog
        title={text('title', { name: asset.name })}
        description={text('text')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{text('done')}</Button>
            <Button
              variant="contained"
              startIcon={<Icon icon={Plus} />}
              disabled={!rule.data || isOff}
              onClick={() => setAdding(true)}
            >
              {text('add')}
            </Button>
          </>
        }
      >
        {isOff && <Alert severity="warning">{translate('shares.off')}</Alert>}
        <LoadedList
          plain
          read={links}
          skeleton={<RowsSkeleton rows={2} />}
          empty={
            <EmptyState plain icon={Link2} title={text('none')} description={text('noneText')} />
          }
        >
          {(shares) => (
            <ul
              aria-label={text('links', { name: asset.name })}
              style={{ listStyle: 'none', margin: 0, padding: 0 }}
            >
              {shares.map((share) => (
                <ShareRow
                  key={share.id}
                  share={share}
                  until={text('until', { day: formatDate(share.expiresAt) })}
                  onRevoke={() => setRevoked(share)}
                />
              ))}
            </ul>
          )}
        </LoadedList>
      </PlainDialog>
      {revoked && <RevokeDialog shares={[revoked]} onClose={() => setRevoked(undefined)} />}
    </>
  )
}
