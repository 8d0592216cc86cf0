import type { Share } from '@crossdock/client'
import { ConfirmDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface RevokeDialogProps {
  shares: readonly Pick<Share, 'id' | 'name'>[]
  onRevoked?: () => void
  onClose: () => void
}

/** Asks, and revokes links with one request, all or none. */
export default function RevokeDialog({ shares, onRevoked, onClose }: RevokeDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.revoke.${key}`, values)
  const [only, ...others] = shares
  const count = shares.length
  const isOne = only !== undefined && others.length === 0
  const revoke = useAction(
    () =>
      isOne
        ? { path: `shares/${only.id}`, method: 'DELETE' }
        : { path: 'shares/bulk', body: { action: 'revoke', ids: shares.map(({ id }) => id) } },
    {
      invalidates: ['shares'],
      success: { title: isOne ? text('done') : text('doneSeveral', { smart_count: count }) },
      error: { fallback: text('failed') },
      onSuccess: () => {
        onRevoked?.()
        onClose()
      },
    }
  )
  return (
    <ConfirmDialog
      open
      destructive
      title={isOne ? text('title', { name: only.name }) : text('several', { smart_count: count })}
      description={text('text')}
      confirmLabel={text('confirm')}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
