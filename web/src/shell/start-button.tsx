import { useAction } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { startExample } from './start-example.ts';

export function StartButton({ strong = false }: { strong?: boolean }) {
  const start = useAction(() => startExample(true));
  return (
    <span className="flex items-center gap-2">
      {start.error && (
        <span role="alert" className="text-xs text-bad">
          {start.error.message}
        </span>
      )}
      <Button look={strong ? 'strong' : 'plain'} icon="play" busy={start.busy} onClick={() => void start.run()}>
        Start the example
      </Button>
    </span>
  );
}
