import type { Asset, AssetVersion } from '@crossdock/client'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import {
  diffLines,
  EmptyState,
  ErrorState,
  formatBytes,
  PlainDialog,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { useStore, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { DiffView } from './DiffView.js'
import { MOST_BYTES, useVersionText } from './use_version_text.js'

interface CompareDialogProps {
  asset: Asset
  /** The two versions in the address: '2-3'. */
  pair: string
  onPair: (pair: string) => void
  onClose: () => void
}

/** Compares two versions of a text. */
export default function CompareDialog({ asset, pair, onPair, onClose }: CompareDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.compare.${key}`, values)
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [kept, setLayout] = useStore<string>('assets.compare', 'side')
  // Stored preferences can hold any value.
  const layout = kept === 'below' ? 'below' : 'side'
  const versions = useRead<AssetVersion[]>(['assets', asset.id, 'versions'])
  const [before, after] = pair.split('-').map(Number)
  const numbers = versions.data?.map(({ version }) => version) ?? []
  const choice = (
    label: string,
    value: number | undefined,
    onChoose: (version: number) => void
  ) => (
    <TextField
      select
      size="small"
      label={label}
      value={value !== undefined && numbers.includes(value) ? value : ''}
      onChange={({ target }) => onChoose(Number(target.value))}
      sx={{ width: { xs: 1, sm: 200 } }}
    >
      {numbers.map((version) => (
        <MenuItem key={version} value={version}>
          {translate('assets.versions.version', { version })}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <PlainDialog maxWidth="lg" title={text('title', { name: asset.name })} onClose={onClose}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 1.5, px: 3, pt: 1, pb: 2 }}
      >
        {choice(text('before'), before, (version) => onPair(`${version}-${after}`))}
        {choice(text('after'), after, (version) => onPair(`${before}-${version}`))}
        <Box sx={{ flex: 1 }} />
        {!isPhone && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={layout}
            aria-label={text('layout')}
            onChange={(_event, next: 'side' | 'below' | null) => next && setLayout(next)}
          >
            <ToggleButton value="side">{text('side')}</ToggleButton>
            <ToggleButton value="below">{text('below')}</ToggleButton>
          </ToggleButtonGroup>
        )}
      </Box>
      {versions.isPending ? (
        <RowsSkeleton />
      ) : versions.error ? (
        <ErrorState plain error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <Compared
          asset={asset}
          before={versions.data.find(({ version }) => version === before)}
          after={versions.data.find(({ version }) => version === after)}
          isSideBySide={layout === 'side' && !isPhone}
        />
      )}
    </PlainDialog>
  )
}

interface ComparedProps {
  asset: Asset
  before: AssetVersion | undefined
  after: AssetVersion | undefined
  isSideBySide: boolean
}

function Compared({ asset, before, after, isSideBySide }: ComparedProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.compare.${key}`, values)
  const one = useVersionText(asset, before)
  const other = useVersionText(asset, after)
  const lines = useMemo(
    () =>
      typeof one.data === 'string' && typeof other.data === 'string'
        ? diffLines(one.data, other.data)
        : undefined,
    [one.data, other.data]
  )
  const says = (title: string) => <EmptyState plain title={title} />
  if (!before || !after) return says(text('noVersion'))
  if (Math.max(before.size, after.size) > MOST_BYTES) {
    return says(text('tooLarge', { size: formatBytes(MOST_BYTES) }))
  }
  if (one.error) return <ErrorState plain error={one.error} onRetry={() => void one.refetch()} />
  if (other.error) {
    return <ErrorState plain error={other.error} onRetry={() => void other.refetch()} />
  }
  if (one.isPending || other.isPending) return <RowsSkeleton />
  if (!lines) return says(text('noText'))
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (added + removed === 0) return says(text('equal'))
  return (
    <>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 3, pb: 1.5 }}>
        {text('summary', { added, removed })}
      </Typography>
      <Box sx={{ pb: 3 }}>
        <DiffView
          lines={lines}
          isSideBySide={isSideBySide}
          label={text('title', { name: asset.name })}
        />
      </Box>
    </>
  )
}
