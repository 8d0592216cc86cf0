import type { Asset } from '@crossdock/client'
import { ConfirmDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { usePurge } from './use_purge.js'

interface PurgeDialogProps {
  assets: readonly Asset[]
  /** Called with the assets that could not be deleted. */
  onDone?: (refused: readonly Asset[]) => void
  onClose: () => void
}

/** Number of assets that the question names. */
const NAMED = 5

/** Asks before assets are permanently deleted, and names them. */
export default function PurgeDialog({ assets, onDone, onClose }: PurgeDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.purge.${key}`, values)
  const purge = usePurge((refused) => {
    onDone?.(refused)
    onClose()
  })
  const [one] = assets
  const isOne = assets.length === 1 && one
  return (
    <ConfirmDialog
      open
      destructive
      title={
        isOne ? text('title', { name: one.name }) : text('titleAll', { smart_count: assets.length })
      }
      description={isOne ? text(one.type) : <Names assets={assets} />}
      confirmLabel={text('action')}
      pending={purge.isPending}
      onConfirm={() => purge.mutate(assets)}
      onClose={onClose}
    />
  )
}

function Names({ assets }: { assets: readonly Asset[] }) {
  const translate = useTranslate()
  const more = assets.length - NAMED
  return (
    <>
      {translate('assets.purge.several')}
      <ul style={{ margin: '8px 0 0', paddingLeft: 20, overflowWrap: 'anywhere' }}>
        {assets.slice(0, NAMED).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {more > 0 && <li>{translate('assets.purge.more', { smart_count: more })}</li>}
      </ul>
    </>
  )
}
