import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import { darkTheme, lightTheme } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface Brand {
  name: string
  logo: string | null
  colors: Branding['colors']
}

const themes = { light: lightTheme, dark: darkTheme }
type ThemeName = keyof typeof themes

/** The colors of a theme, with the brand's colors where set. */
function previewColors(theme: ThemeName, colors: Brand['colors']) {
  const { background, text, primary, accent, divider } = themes[theme].palette!
  const { main, contrastText } = primary as { main: string; contrastText: string }
  const own = { primary: main, onPrimary: contrastText, accent: accent! }
  return {
    page: background!.default!,
    paper: background!.paper!,
    text: text!.primary!,
    faint: text!.secondary!,
    line: divider!,
    ...(colors?.[theme] ?? own),
  }
}

type PreviewColors = ReturnType<typeof previewColors>

/** Small previews of the sign-in page and the console, in both themes. */
export function LookPreviews(brand: Brand) {
  const translate = useTranslate()
  const text = (key: string, options?: object) => translate(`branding.look.${key}`, options)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {(['light', 'dark'] as const).map((theme) => {
        const ink = previewColors(theme, brand.colors)
        return [
          <Frame key={`login ${theme}`} ink={ink} label={text('login', { theme: text(theme) })}>
            <Head brand={brand} ink={ink} />
            <Box sx={{ px: 3, py: 2, display: 'grid', gap: 1 }}>
              <strong>{text('sample.title')}</strong>
              <Field ink={ink}>{text('sample.field')}</Field>
              <SampleButton ink={ink}>{text('sample.button')}</SampleButton>
              <SampleLink ink={ink}>{text('sample.link')}</SampleLink>
            </Box>
          </Frame>,
          <Frame key={`console ${theme}`} ink={ink} label={text('console', { theme: text(theme) })}>
            <Head brand={brand} ink={ink} />
            <Box sx={{ m: 1.5, p: 1.5, bgcolor: ink.paper, border: `1px solid ${ink.line}` }}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
                <strong>{text('sample.heading')}</strong>
                <SampleButton ink={ink}>{text('sample.action')}</SampleButton>
              </Box>
              <Box sx={{ mt: 1.5 }}>
                <SampleLink ink={ink}>report.pdf</SampleLink>
              </Box>
            </Box>
          </Frame>,
        ]
      })}
    </Box>
  )
}

interface PreviewPartProps {
  ink: PreviewColors
  children: React.ReactNode
}

/** One preview picture, hidden from screen readers and not interactive. */
const Frame = ({ ink, label, children }: PreviewPartProps & { label: string }) => (
  <Box
    role="img"
    aria-label={label}
    sx={{
      overflow: 'hidden',
      borderRadius: 2,
      border: `1px solid ${ink.line}`,
      minHeight: 168,
      bgcolor: ink.page,
      color: ink.text,
      fontSize: '0.75rem',
    }}
  >
    {children}
  </Box>
)

const Head = ({ brand: { logo, name }, ink }: { brand: Brand; ink: PreviewColors }) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      px: 1.5,
      py: 1,
      borderBottom: `1px solid ${ink.line}`,
    }}
  >
    {logo ? (
      <Box
        component="img"
        src={logo}
        alt=""
        sx={{ height: 20, maxWidth: 80, borderRadius: 0.5, bgcolor: '#fff' }}
      />
    ) : (
      <Box sx={{ width: 20, height: 20, borderRadius: 1, bgcolor: ink.primary }} />
    )}
    <Box component="span" sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {name}
    </Box>
  </Box>
)

const SampleButton = ({ ink, children }: PreviewPartProps) => (
  <Box
    sx={{
      px: 1.5,
      py: 0.75,
      borderRadius: 1,
      textAlign: 'center',
      fontWeight: 500,
      bgcolor: ink.primary,
      color: ink.onPrimary,
    }}
  >
    {children}
  </Box>
)

const Field = ({ ink, children }: PreviewPartProps) => (
  <Box
    sx={{
      px: 1,
      py: 0.75,
      borderRadius: 1,
      border: `1px solid ${ink.accent}`,
      bgcolor: ink.paper,
      color: ink.faint,
    }}
  >
    {children}
  </Box>
)

const SampleLink = ({ ink, children }: PreviewPartProps) => (
  <Box component="span" sx={{ color: ink.accent, textDecoration: 'underline' }}>
    {children}
  </Box>
)
