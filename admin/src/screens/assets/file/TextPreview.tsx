import type { Asset } from '@crossdock/client'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import { formatInteger, mono } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { PreviewText } from './PreviewText.js'
import { TextFrame } from './TextFrame.js'

/** More lines make the page slow. */
const mostLines = 5_000

const Lines = styled('div')(({ theme }) => ({
  maxHeight: 560,
  overflow: 'auto',
  marginBottom: 8,
  padding: '10px 0',
  fontFamily: mono,
  fontSize: '0.75rem',
  lineHeight: '20px',
  tabSize: 4,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 8,
  backgroundColor: theme.palette.surface.inset,
  counterReset: 'line',
  // Line numbers are generated, so they are not copied with the text.
  '& > div': {
    counterIncrement: 'line',
    display: 'flex',
    minHeight: 20,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 20px',
    whiteSpace: 'pre',
    '&::before': {
      content: 'counter(line)',
      flex: 'none',
      width: '5ch',
      marginRight: '2ch',
      textAlign: 'right',
      color: theme.palette.text.secondary,
      userSelect: 'none',
    },
  },
  '&[data-wrap=true] > div': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
}))

/** Text or source code with line numbers. */
export function TextPreview({ asset }: { asset: Asset }) {
  return <TextFrame asset={asset}>{(text) => <Text name={asset.name} text={text} />}</TextFrame>
}

function Text({ name, text }: { name: string; text: string }) {
  const translate = useTranslate()
  const [wrap, setWrap] = useState(true)
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r?\n/), [text])
  return (
    <>
      <FormControlLabel
        label={translate('assets.filePage.wrap')}
        control={<Switch size="small" checked={wrap} onChange={(_, on) => setWrap(on)} />}
        sx={{ mb: 1 }}
      />
      <Lines tabIndex={0} role="region" aria-label={name} data-wrap={wrap}>
        {lines.slice(0, mostLines).map((line, at) => (
          <div key={at}>{line}</div>
        ))}
      </Lines>
      {lines.length > mostLines && (
        <PreviewText>
          {translate('assets.filePage.firstLines', { shown: formatInteger(mostLines) })}
        </PreviewText>
      )}
    </>
  )
}
