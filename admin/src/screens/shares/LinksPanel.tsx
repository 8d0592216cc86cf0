import type { Asset, Share } from '@crossdock/client'
import { lazyPart, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { ShareList } from './ShareList.js'

const RevokeDialog = lazyPart(() => import('./RevokeDialog.js'))

/** The links to a file or folder, in its details and on its page; hidden without any. */
export default function LinksPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const [revoked, setRevoked] = useState<Share>()
  const links = useRead<Share[]>('shares', {
    query: {
      filter: JSON.stringify({ assetId: asset.id, status: 'active' }),
      range: '[0,99]',
    },
  })
  const open = (links.data ?? []).filter(({ status }) => status === 'active')
  if (open.length === 0) return null
  return (
    <Section title={translate('shares.title')}>
      <ShareList
        label={translate('shares.link.links', { smart_count: open.length })}
        shares={open}
        onRevoke={setRevoked}
      />
      {revoked && <RevokeDialog shares={[revoked]} onClose={() => setRevoked(undefined)} />}
    </Section>
  )
}
