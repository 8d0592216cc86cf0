import type { Share } from '@crossdock/client'
import { ActionMenu, actionsColumn, RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { Ban, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ShareStatus, ShareSubject, ShareUse } from './cells.js'
import { isOpen } from './model.js'

/** The columns of the table of links. */
export function useShareColumns(
  onRevoke: (share: Share) => void,
  onCopy: (share: Share) => void
): ListColumn<Share>[] {
  const translate = useTranslate()
  const column = (key: string) => translate(`shares.column.${key}`)
  const time = { sortable: true, firstOrder: 'DESC' } as const
  return [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      card: 'title',
      render: (share) => <ShareSubject share={share} />,
    },
    {
      ...time,
      source: 'downloads',
      label: column('downloads'),
      render: (share) => <ShareUse share={share} />,
    },
    {
      ...time,
      source: 'lastUsedAt',
      label: column('lastUsed'),
      render: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime time={lastUsedAt} /> : translate('shares.never'),
    },
    {
      source: 'expiresAt',
      label: column('expires'),
      sortable: true,
      render: ({ expiresAt }) => <RelativeTime time={expiresAt} />,
    },
    {
      source: 'creator',
      label: column('creator'),
      optional: true,
      render: ({ creator }) => creator ?? '–',
    },
    {
      ...time,
      source: 'createdAt',
      label: column('created'),
      optional: true,
      card: 'none',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      source: 'status',
      label: column('status'),
      render: (share) => <ShareStatus share={share} />,
    },
    actionsColumn<Share>(translate('kit.actions'), (share) =>
      isOpen(share) ? (
        <ActionMenu
          label={translate('shares.actionsFor', { name: share.name })}
          actions={[
            ...(share.canCopy
              ? [
                  {
                    label: translate('shares.link.copy'),
                    icon: Copy,
                    onSelect: () => onCopy(share),
                  },
                ]
              : []),
            {
              label: translate('shares.revoke.action'),
              icon: Ban,
              destructive: true,
              onSelect: () => onRevoke(share),
            },
          ]}
        />
      ) : null
    ),
  ]
}
