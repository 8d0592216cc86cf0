import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, useBulk } from '@crossdock/admin/kit'
import { Trash2, X } from 'lucide-react'
import { useTranslate } from 'ra-core'

interface UndoBarProps {
  /** What went to the trash with one press. */
  assets: readonly Asset[]
  /** What is still there to be brought back; nothing: the bar is done with. */
  onChange: (left: readonly Asset[]) => void
}

/** Says what went to the trash and brings it back. Stays until closed: a toast's five seconds are too few to notice, find and undo a deletion. */
export function UndoBar({ assets, onChange }: UndoBarProps) {
  const translate = useTranslate()
  const words = (key: string, { 0: first, length }: readonly Asset[]) =>
    length === 1
      ? translate(`assets.trash.${key}`, { name: first?.name })
      : translate(`assets.trash.${key}All`, { smart_count: length })
  const restore = useBulk<Asset>(({ id }) => ({ path: `assets/${id}/restore` }), {
    invalidates: ['assets', 'dashboard'],
    success: (restored) => ({ title: words('restored', restored) }),
    error: { fallback: translate('assets.trash.restoreFailed') },
    onSuccess: ({ refused }) => onChange([...refused.keys()]),
  })
  return (
    <Card
      role="status"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 3,
        alignSelf: 'center',
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        maxWidth: 560,
        pl: 2,
        pr: 1,
        py: 0.75,
        boxShadow: '0 10px 36px rgba(17,17,19,.16)',
      }}
    >
      <Box sx={{ display: 'grid', color: 'text.secondary' }}>
        <Icon icon={Trash2} />
      </Box>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {words('moved', assets)}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        disabled={restore.isPending}
        onClick={() => restore.mutate(assets)}
      >
        {translate('assets.undo')}
      </Button>
      <IconButton
        size="small"
        aria-label={translate('assets.trash.dismiss')}
        onClick={() => onChange([])}
      >
        <Icon icon={X} />
      </IconButton>
    </Card>
  )
}
