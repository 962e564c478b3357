// Sabaki's own controller attaches the engine, plays a game and reads an analysis. What it saw goes to
// standard output as JSON; any fault is an error. Arguments: the program, the board's columns and rows.

const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [program, columns, rows] = process.argv.slice(2)

async function main() {
  const controller = new Controller(program, ['gtp', '1x1', '--rules', 'tromp-taylor'])
  const tracker = new ControllerStateTracker(controller)
  const stderr = []
  controller.on('stderr', ({content}) => stderr.push(content))

  // Sends a command as the user of a library does, and wants an answer that is no error.
  const send = async (name, ...args) => {
    const response = await tracker.queueCommand({name, args: args.map(String)})
    if (response.error) throw new Error(`${name} ${args}: ${response.content}`)
    return response.content
  }

  // Sends an analysis, and stops it by another command once a line shows so many moves.
  const analyse = async (name, args, moves) => {
    const lines = []
    let stopped = null
    const response = await tracker.queueCommand({name, args}, ({line}) => {
      if (!line.startsWith('info ')) return
      lines.push(line)
      if (stopped == null && line.split('info move ').length > moves) {
        stopped = controller.sendCommand({name: 'protocol_version'})
      }
    })
    if (response.error || (await stopped).content !== '2') throw new Error(`${name}: ${response.content}`)
    return lines
  }

  const seen = {commands: (await send('list_commands')).split('\n')}
  seen.name = await send('name')
  // As Sabaki attaches an engine to a game with a first move: board, komi, history.
  const komi = 0.5
  const boardsize = [+columns, +rows]
  const first = {name: 'play', args: ['B', 'A1']}
  await tracker.sync({komi, boardsize, history: [first]})
  seen.tracked = tracker.state
  seen.value = await send('kosolver-value')

  // The engine plays both sides to the end; Sabaki keeps the history of it.
  seen.moves = []
  let colour = 'W'
  while (seen.moves.slice(-2).join(' ') !== 'pass pass') {
    seen.moves.push(await send('genmove', colour))
    if (seen.moves.length > 100) throw new Error('the game does not end')
    colour = colour === 'B' ? 'W' : 'B'
  }
  seen.score = await send('final_score')
  seen.sure = await send('kosolver-sure')

  // Back to the first move, then analysis as Sabaki asks for it.
  await tracker.sync({komi, boardsize, history: [first]})
  seen.legal = (await send('all_legal', 'W')).split(' ')
  seen.kata = await analyse('kata-analyze', ['W', '5', 'ownership', 'true'], seen.legal.length + 1)
  seen.values = (await send('kosolver-values')).split('\n')

  // An illegal move is an error that Sabaki hears of, and changes nothing.
  const illegal = await controller.sendCommand({name: 'play', args: ['W', 'A1']})
  seen.illegal = [illegal.error, illegal.content]
  seen.stderr = stderr
  await controller.stop()
  seen.stopped = controller.process == null
  process.stdout.write(JSON.stringify(seen))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
