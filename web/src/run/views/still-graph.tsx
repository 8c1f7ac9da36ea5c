import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { type GraphModel, stepsModel } from '../graph/graph-model.ts';
import { GraphPicture } from '../graph/graph-picture.tsx';
import { layered } from '../graph/layered.ts';
import { type Layout, zoomOf } from '../graph/layout-types.ts';
import { type PictureData, pictureOf } from '../graph/picture-data.ts';
import type { ViewProps } from '../run-snapshot.ts';

/** A file does not know the window it will be opened in. */
const ROOM = { width: 1_200, height: 620 };

/** The graph as a picture: for a file, which has no server, and no worker to place boxes. */
export function StillGraph({ runSnapshot, chosen, choose }: ViewProps) {
  const { graph, view, driven } = runSnapshot;
  const model = useMemo(() => withoutLines(stepsModel(graph, view.nodes)), [graph, view]);
  // The status of the steps changes with the displayed moment; their position does not.
  const shape = [...model.boxes, ...model.arrows].map(({ id }) => id).join('\n');
  const layout = useMemo(() => placed(model), [shape]);
  const picture = useMemo(() => pictureOf(model, layout, driven, chosen), [model, layout, driven, chosen]);
  if (model.boxes.length === 0) return <Empty icon="graph" title="Nothing has started yet" />;
  return <Fitted picture={picture} choose={choose} />;
}

/** All of it in view, or as large as its text needs to be. */
function Fitted({ picture, choose }: { picture: PictureData; choose: ViewProps['choose'] }) {
  const [whole, setWhole] = useState(true);
  const size = { width: picture.size.width + 16, height: picture.size.height + 16 };
  const most = { maxWidth: size.width * 1.15, maxHeight: size.height * 1.15 };
  return (
    <div className="relative h-full">
      <Scroll label="Graph" className="h-full overflow-auto p-4">
        <div className="mx-auto h-full" style={whole ? most : size}>
          <GraphPicture data={picture} label={`Graph of ${picture.boxes.length} steps`} choose={choose} />
        </div>
      </Scroll>
      <div className="absolute bottom-3 right-5">
        <Button onClick={() => setWhole(!whole)}>{whole ? 'Full size' : 'All of it'}</Button>
      </div>
    </div>
  );
}

/** The way that fits better. */
function placed(model: GraphModel): Layout {
  const [right, down] = [layered(model, 'right'), layered(model, 'down')];
  return zoomOf(right, ROOM) >= Math.min(1, zoomOf(down, ROOM)) ? right : down;
}

/** A picture has one line per box; the details show every activation. */
const withoutLines = ({ boxes, arrows }: GraphModel): GraphModel => ({
  boxes: boxes.map((box) => ({ ...box, lines: 0 })),
  arrows,
});
