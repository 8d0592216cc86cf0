import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { asset, FakeLibrary } from './fake_library.js'

const library = new FakeLibrary()
const encoder = new TextEncoder()

const rates = `carrier;lane;"price, EUR"\r\n"Nord ""Express""";HAM-RTM;1.250\r\nSüdfracht;"MUC\nVIE";980\r\n`
const longRates = ['a,b', ...Array.from({ length: 1_200 }, (_, at) => `${at},x`)].join('\n')

const contents: Record<string, string | Uint8Array> = {
  notes: 'Gate 4 is closed.\nUse gate 5.\n',
  config: '{\n  "lanes": 3\n}\n',
  page: '<script>document.title = "run"</script>',
  rates,
  longRates,
  latin: new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]),
  wide: new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0]),
  binary: new Uint8Array([1, 0, 2]),
  long: `${'0123456789abcde'.repeat(20)}\n`.repeat(1_638),
  lines: '\n'.repeat(5_100),
}

const types: Record<string, [name: string, mimeType: string]> = {
  notes: ['notes.txt', 'text/plain'],
  config: ['config.json', 'application/json'],
  page: ['page.html', 'text/html'],
  rates: ['rates.csv', 'text/csv'],
  longRates: ['long-rates.csv', 'text/csv'],
  latin: ['latin.txt', 'text/plain'],
  wide: ['wide.txt', 'text/plain'],
  binary: ['binary.txt', 'text/plain'],
  long: ['long.log', 'text/plain'],
  lines: ['lines.log', 'text/plain'],
}

const bytesOf = (id: string) => {
  const content = contents[id] ?? ''
  return typeof content === 'string' ? encoder.encode(content) : content
}

const files = Object.entries(types).map(([id, [name, mimeType]]) =>
  asset({ id, name, mimeType, size: bytesOf(id).length })
)
/** The requested ranges, as "notes bytes=0-524287". */
let asked: string[] = []
/** The second page of bill.pdf cannot be rendered. */
let isTorn = false

const meta: Meta = {
  title: 'Screens/Assets/Previews',
  beforeEach: () => {
    asked = []
    isTorn = false
    library.reset([
      ...files,
      // Larger than the part that is read.
      asset({ id: 'huge', name: 'huge.log', mimeType: 'text/plain', size: 5_000_000_000 }),
      asset({ id: 'empty', name: 'empty.txt', mimeType: 'text/plain', size: 0 }),
      asset({ id: 'bill', name: 'bill.pdf', size: 90_000 }),
      asset({ id: 'broken', name: 'broken.pdf', size: 90_000 }),
      asset({ id: 'call', name: 'call.mp3', mimeType: 'audio/mpeg' }),
      asset({ id: 'yard', name: 'yard.mp4', mimeType: 'video/mp4' }),
      asset({ id: 'drawing', name: 'drawing.svg', mimeType: 'image/svg+xml', size: 90_000_000 }),
      asset({ id: 'atlas', name: 'atlas.pdf', size: 200_000_000 }),
      asset({ id: 'blank', name: 'blank.pdf', size: 0 }),
      asset({ id: 'scan', name: 'scan.tiff', mimeType: 'image/tiff', size: 200_000_000 }),
      asset({ id: 'photo', name: 'photo.jpg', mimeType: 'image/jpeg', size: 90_000_000 }),
      asset({ id: 'torn', name: 'torn.jpg', mimeType: 'image/jpeg', size: 90_000 }),
    ])
  },
  parameters: {
    api: {
      ...library.api,
      'GET /assets/:id/content': ({ params, headers }: FakeRequest) => {
        asked.push(`${params.id} ${headers.get('Range')}`)
        const bytes = params.id === 'huge' ? bytesOf('long') : bytesOf(params.id!)
        return new Response(bytes.slice(), { status: 206 })
      },
      'GET /assets/:id/preview': (request: FakeRequest) => {
        asked.push(`${request.params.id} preview`)
        const hasNone = ['broken', 'torn'].includes(request.params.id!)
        return hasNone || (request.query.get('page') === '2' && isTorn)
          ? {
              status: 404,
              body: {
                message: 'Version 1 of "broken.pdf" has no preview: it is damaged or incomplete.',
                params: { name: 'broken.pdf', version: 1, reason: 'damaged' },
              },
            }
          : (library.api['GET /assets/:id/preview'] as (request: FakeRequest) => unknown)(request)
      },
    },
  },
}
export default meta
type Story = StoryObj

const of = (id: string) => ({ parameters: { route: `/assets/${id}` } })
/** Rendering takes long. */
const slow = { timeout: 30_000 }
const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }))

/** Red when more than the beginning is requested. */
export const Text: Story = {
  ...of('notes'),
  play: async () => {
    const text = await (await preview()).findByRole('region', { name: 'notes.txt' })
    await expect(text).toHaveTextContent('Gate 4 is closed.Use gate 5.')
    await expect(text.children).toHaveLength(2)
    await expect(asked).toEqual(['notes bytes=0-524287'])
    await expect(getComputedStyle(text.firstElementChild!).whiteSpace).toBe('pre-wrap')
    await userEvent.click((await preview()).getByRole('switch', { name: 'Wrap lines' }))
    await expect(getComputedStyle(text.firstElementChild!).whiteSpace).toBe('pre')
  },
}

export const SourceCode: Story = {
  ...of('config'),
  play: async () => {
    const text = await (await preview()).findByRole('region', { name: 'config.json' })
    await expect(text).toHaveTextContent('"lanes": 3')
  },
}

/** Red when the page is rendered as HTML. */
export const WebPage: Story = {
  ...of('page'),
  play: async () => {
    const text = await (await preview()).findByRole('region', { name: 'page.html' })
    await expect(text).toHaveTextContent('<script>document.title = "run"</script>')
    await expect(document.title).not.toBe('run')
  },
}

export const OtherEncodings: Story = {
  ...of('latin'),
  play: async () => {
    const text = await (await preview()).findByRole('region', { name: 'latin.txt' })
    await expect(text).toHaveTextContent('Grüße')
  },
}

export const WideEncoding: Story = {
  ...of('wide'),
  play: async () => {
    const text = await (await preview()).findByRole('region', { name: 'wide.txt' })
    await expect(text).toHaveTextContent('Hi')
  },
}

export const NoText: Story = {
  ...of('binary'),
  play: async () => {
    await expect(
      await (await preview()).findByText('This file contains no readable text.')
    ).toBeVisible()
  },
}

export const Empty: Story = {
  ...of('empty'),
  play: async () => {
    await expect(await (await preview()).findByText('This file is empty.')).toBeVisible()
    await expect(asked).toEqual([])
  },
}

export const TooLarge: Story = {
  parameters: { route: '/assets/huge', a11y: { test: 'off' } },
  play: async () => {
    await expect(
      await (await preview()).findByText(/^This shows the first 512 KB of 4.7 GB/, {}, slow)
    ).toBeVisible()
    await expect(asked).toEqual(['huge bytes=0-524287'])
  },
}

/** Red without the limit: the page would have a hundred thousand lines. */
export const ManyLines: Story = {
  parameters: { route: '/assets/lines', a11y: { test: 'off' } },
  play: async () => {
    await expect(
      await (await preview()).findByText(/^This shows the first 5,000 lines/, {}, slow)
    ).toBeVisible()
    const text = (await preview()).getByRole('region', { name: 'lines.log' })
    await expect(text.children).toHaveLength(5_000)
  },
}

export const Failed: Story = {
  parameters: {
    route: '/assets/notes',
    api: {
      ...library.api,
      'GET /assets/:id/content': {
        status: 500,
        body: { message: 'The stored bytes of this file are damaged on the server.' },
      },
    },
  },
  play: async () => {
    const inside = await preview()
    await expect(
      await inside.findByText(/^The stored bytes of this file are damaged/)
    ).toBeVisible()
    await expect(inside.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: {
    route: '/assets/notes',
    api: { ...library.api, 'GET /assets/:id/content': 'pending' },
  },
  play: async () => {
    await expect(await (await preview()).findByRole('status', { name: /Loading/ })).toBeVisible()
  },
}

export const Table: Story = {
  ...of('rates'),
  play: async () => {
    const inside = await preview()
    const heads = await inside.findAllByRole('columnheader')
    await expect(heads.map(({ textContent }) => textContent)).toEqual([
      'carrier',
      'lane',
      'price, EUR',
    ])
    const cells = inside.getAllByRole('cell').map(({ textContent }) => textContent)
    await expect(cells).toEqual([
      'Nord "Express"',
      'HAM-RTM',
      '1.250',
      'Südfracht',
      'MUC\nVIE',
      '980',
    ])
  },
}

export const TableDark: Story = { ...of('rates'), globals: { theme: 'dark' } }

export const LongTable: Story = {
  parameters: { route: '/assets/longRates', a11y: { test: 'off' } },
  play: async () => {
    const inside = await preview()
    await expect(
      await inside.findByText(/^This shows the first 1,000 rows/, {}, slow)
    ).toBeVisible()
    await expect(inside.getAllByRole('row')).toHaveLength(1_001)
  },
}

export const Pages: Story = {
  ...of('bill'),
  play: async () => {
    const inside = await preview()
    await expect(await inside.findByAltText('Page 1 of bill.pdf')).toBeVisible()
    await expect(inside.getByText('Page 1 of 3')).toBeVisible()
    await expect(inside.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    const next = inside.getByRole('button', { name: 'Next page' })
    await userEvent.click(next)
    await expect(await inside.findByText('Page 2 of 3')).toBeVisible()
    await userEvent.click(next)
    await expect(await inside.findByAltText('Page 3 of bill.pdf')).toBeVisible()
    await waitFor(() => expect(next).toBeDisabled())
  },
}

/** Red when a broken page hides the page buttons. */
export const OnePageTorn: Story = {
  ...of('bill'),
  play: async () => {
    isTorn = true
    const inside = await preview()
    await userEvent.click(await inside.findByRole('button', { name: 'Next page' }))
    await expect(await inside.findByText(/it is damaged or incomplete/)).toBeVisible()
    await userEvent.click(inside.getByRole('button', { name: 'Next page' }))
    await expect(await inside.findByAltText('Page 3 of bill.pdf')).toBeVisible()
  },
}

export const NoPages: Story = {
  ...of('broken'),
  play: async () => {
    const inside = await preview()
    await expect(await inside.findByText(/it is damaged or incomplete/)).toBeVisible()
    await expect(inside.queryByRole('button')).toBeNull()
  },
}

/** The story's server sends no audio: the page says so, and stays usable. */
export const Audio: Story = {
  ...of('call'),
  play: async () => {
    await expect(
      await (await preview()).findByText(/^This file cannot be played here/)
    ).toBeVisible()
  },
}

export const Video: Story = { ...of('yard'), play: Audio.play }

export const LargeDrawing: Story = {
  ...of('drawing'),
  play: async () => {
    await expect(
      await (await preview()).findByText(/too large to preview \(85.8 MB\)/)
    ).toBeVisible()
  },
}

/** The server does not render this file. Red when it is requested: the answer is a 404, which browsers report. */
export const TooLargeToDraw: Story = {
  ...of('atlas'),
  play: async () => {
    await expect(
      await (await preview()).findByText(/too large to preview \(191 MB\)/)
    ).toBeVisible()
    await expect(asked).toEqual([])
  },
}

/** The same for an image. */
export const TooLargeScan: Story = {
  ...of('scan'),
  play: async () => {
    const inside = await preview()
    await expect(await inside.findByText(/too large to preview \(191 MB\)/)).toBeVisible()
    await expect(inside.queryByRole('img')).toBeNull()
  },
}

/** Red when an empty file is rendered. */
export const EmptyDocument: Story = {
  ...of('blank'),
  play: async () => {
    await expect(await (await preview()).findByText('This file is empty.')).toBeVisible()
    await expect(asked).toEqual([])
  },
}

/** A failed `<img>` gives no reason. Red when the page does not ask the server for it. */
export const TornPicture: Story = {
  ...of('torn'),
  play: async () => {
    await expect(
      await (await preview()).findByText(/it is damaged or incomplete/, {}, slow)
    ).toBeVisible()
  },
}

/** Red when the whole file is requested. */
export const LargePhoto: Story = {
  ...of('photo'),
  play: async () => {
    const inside = await preview()
    const image = await inside.findByAltText('photo.jpg').catch(() => undefined)
    // The story's server sends no image, which the browser may have reported already.
    if (image) {
      await expect(image).toHaveAttribute('src', '/api/assets/photo/preview?version=1')
    } else await expect(inside.getByText('This picture cannot be shown.')).toBeVisible()
  },
}
