import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { mono } from '@crossdock/admin/kit'
import { useState, type Ref } from 'react'

const LENGTH = 6

const Cell = styled('span', {
  shouldForwardProp: (prop) => prop !== 'active' && prop !== 'failed',
})<{ active: boolean; failed: boolean }>(({ theme, active, failed }) => {
  const ring = failed ? theme.palette.error.main : theme.palette.accent
  return {
    flex: 1,
    height: 52,
    display: 'grid',
    placeItems: 'center',
    border: `1px solid ${active || failed ? ring : theme.palette.surface.border}`,
    borderRadius: 10,
    boxShadow: active ? `0 0 0 3px ${ring}33` : 'none',
    fontFamily: mono,
    fontSize: '1.375rem',
    fontWeight: 500,
    backgroundColor: theme.palette.mode === 'dark' ? theme.palette.background.default : '#ffffff',
    transition: 'border-color 120ms, box-shadow 120ms',
    '&:nth-of-type(4)': { marginLeft: 10 },
  }
})

export interface CodeInputProps {
  label: string
  value: string
  failed?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (code: string) => void
}

/** Six cells drawn over one real input, so that pasting, autofill and screen readers work. */
export function CodeInput({ label, value, failed = false, inputRef, onChange }: CodeInputProps) {
  const [focused, setFocused] = useState(false)
  const active = Math.min(value.length, LENGTH - 1)
  return (
    <Box sx={{ position: 'relative' }}>
      <Box aria-hidden sx={{ display: 'flex', gap: 1 }}>
        {Array.from({ length: LENGTH }, (_, at) => (
          <Cell key={at} active={focused && at === active} failed={failed}>
            {value[at]}
          </Cell>
        ))}
      </Box>
      <Box
        component="input"
        ref={inputRef}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        aria-label={label}
        aria-invalid={failed || undefined}
        value={value}
        onChange={(event: { target: { value: string } }) =>
          onChange(event.target.value.replace(/\D/g, '').slice(0, LENGTH))
        }
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        sx={{
          position: 'absolute',
          inset: 0,
          width: 1,
          height: 1,
          p: 0,
          border: 0,
          outline: 'none',
          background: 'transparent',
          color: 'transparent',
          caretColor: 'transparent',
          // 16 px prevents phones from zooming in.
          fontSize: 16,
          cursor: 'text',
          '&::selection': { background: 'transparent' },
        }}
      />
    </Box>
  )
}
