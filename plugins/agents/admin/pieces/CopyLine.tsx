import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Icon, mono, Tooltip, useCopy } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

/** Copies a text. If the browser refuses, people can select the text. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const translate = useTranslate()
  const { copy, state } = useCopy(value, useRef(null))
  const label = state === 'copied' ? translate('agents.deploy.copied') : what
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={() => void copy.toClipboard()}>
        <Icon icon={state === 'copied' ? Check : Copy} />
      </IconButton>
    </Tooltip>
  )
}

interface CopyLineProps {
  label: string
  value: string
  /** What the button copies, for screen readers. */
  what: string
}

/** A line for a terminal, with a copy button. */
export const CopyLine = ({ label, value, what }: CopyLineProps) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'flex-start',
      gap: 1,
      pl: 1.5,
      pr: 0.75,
      py: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: '8px',
      bgcolor: ({ palette }) => palette.surface.inset,
    }}
  >
    <Box
      component="pre"
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        flex: 1,
        minWidth: 0,
        m: 0,
        py: 0.5,
        maxHeight: 132,
        overflowY: 'auto',
        fontFamily: mono,
        fontSize: '0.78125rem',
        lineHeight: 1.55,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {value}
    </Box>
    <CopyButton value={value} what={what} />
  </Box>
)
