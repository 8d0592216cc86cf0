import Box from '@mui/material/Box'
import { Badge, mono } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { DataView } from '../pieces/DataView.js'

/** Shows a request as its connector describes it: method, address, headers, body and other parts. */
export function RequestView({ request }: { request: Record<string, unknown> }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.preview.${key}`)
  const { method, url, headers, body, ...others } = request
  if (typeof method !== 'string' || typeof url !== 'string') {
    return <DataView title={text('request')} data={request} />
  }
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Badge variant="secondary">{method}</Badge>
        <Box
          component="span"
          sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          {url}
        </Box>
      </Box>
      <DataView title={text('body')} data={body} none={text('withoutBody')} />
      <DataView title={text('headers')} data={headers} />
      {Object.entries(others).map(([name, data]) => (
        <DataView key={name} title={name} data={data} />
      ))}
    </>
  )
}
