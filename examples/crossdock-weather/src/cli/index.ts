import type { Command, Factory } from '@crossdock/cli/plugin'

interface Place {
  id: string
  name: string
  createdAt: string
}

/** `crossdock weather places`, `crossdock weather follow`. */
export default function addWeather(program: Command, factory: Factory): void {
  const weather = program.command('weather').description('places whose weather you follow')

  weather
    .command('places')
    .description('list them')
    .action(async () => {
      const places = await (await factory.api()).get<Place[]>('/api/weather/places')
      const columns = [
        { title: 'Id', text: ({ id }: Place) => id },
        { title: 'Name', text: ({ name }: Place) => name },
      ]
      await factory.printList(places, columns, 'You follow no places yet.')
    })

  weather
    .command('follow')
    .description('follow a place')
    .argument('<name>', 'its name')
    .action(async (name: string) => {
      const place = await (await factory.api()).post<Place>('/api/weather/places', { name })
      if (factory.flags.json) factory.printJson(place)
      else factory.say(`Following ${place.name}.`)
    })
}
