export default {
  weather: {
    tab: 'Wetter',
    none: 'Sie verfolgen noch keine Orte.',
    show: 'Das Wetter zeigen',
    follow: 'Sein Wetter verfolgen',
    place: 'Ort',
    followed: 'Wird verfolgt',
    failed: 'Der Ort konnte nicht verfolgt werden',
  },
}
