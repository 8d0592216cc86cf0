import type { Asset } from '@crossdock/client'
import { styled } from '@mui/material/styles'
import { formatInteger } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { parseCsv } from './csv.js'
import { PreviewText } from './PreviewText.js'
import { TextFrame } from './TextFrame.js'

const mostRows = 1_000
/** Maximum number of columns; wider tables are not readable here. */
const mostColumns = 100

const Scroll = styled('div')(({ theme }) => ({
  maxHeight: 560,
  overflow: 'auto',
  marginBottom: 8,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 8,
  table: { borderCollapse: 'separate', borderSpacing: 0, fontSize: '0.8125rem' },
  'th, td': {
    maxWidth: 360,
    padding: '6px 12px',
    overflow: 'hidden',
    textAlign: 'left',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  th: {
    position: 'sticky',
    top: 0,
    fontWeight: 500,
    backgroundColor: theme.palette.surface.inset,
  },
}))

/** A CSV file as a table. The first row is the head. */
export function CsvPreview({ asset }: { asset: Asset }) {
  return <TextFrame asset={asset}>{(text) => <Table name={asset.name} text={text} />}</TextFrame>
}

function Table({ name, text }: { name: string; text: string }) {
  const translate = useTranslate()
  const { rows, isCut } = useMemo(() => parseCsv(text, mostRows + 1), [text])
  const [head = [], ...body] = rows.map((row) => row.slice(0, mostColumns))
  return (
    <>
      <Scroll tabIndex={0} role="region" aria-label={name}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" title={cell}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at} title={cell}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {isCut && (
        <PreviewText>
          {translate('assets.filePage.firstRows', { shown: formatInteger(mostRows) })}
        </PreviewText>
      )}
    </>
  )
}
