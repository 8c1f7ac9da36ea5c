"""
Learns how to weigh the features of candidate files (rank-rows.ts) so that the files a commit changed come first: a linear
model under a softmax over each question's candidates. Cross-validated by repository; datasets named dev- are only shown.
Needs numpy and scipy, and a minute of one processor.

python3 scripts/knowledge/train-ranking.py ROWS-FOLDER weights.json [LEFT-OUT-SIGNAL…]
"""
import glob, json, os, sys
import numpy as np
from scipy.optimize import minimize

folder, out, *left_out = sys.argv[1:]
PENALTIES, FOLDS, ROWS = (3e-3, 1e-2), 4, 26

def load():
    sets, features = {}, []
    for file in sorted(glob.glob(folder + '/*.json')):
        data = json.load(open(file))
        features = data['features']
        if data['files'] < 15 or len(data['groups']) < 40: continue
        x = np.fromfile(file[:-5] + '.f32', dtype=np.float32).reshape(-1, len(features))
        ends = np.cumsum([g['n'] for g in data['groups']])
        sets[os.path.basename(file)[:-5]] = [
            (rows, np.array(g['hits'], int), g['total'], g['plain'])
            for rows, g in zip(np.split(x, ends[:-1]), data['groups'])]
    return sets, features

def design(names):
    """Positives, what the plain mix puts first, and some others: what a model has to tell apart. Repositories count alike."""
    rng = np.random.RandomState(3)
    X, Y, sizes, weights = [], [], [], []
    for name in names:
        groups = [g for g in sets[name] if len(g[1])]
        for x, hits, _, _ in groups:
            keep = set(hits.tolist()) | set(np.argsort(-x[:, mix])[:14].tolist())
            rest = [i for i in range(len(x)) if i not in keep]
            rng.shuffle(rest)
            rows = np.array(sorted(keep | set(rest[:max(0, ROWS - len(keep))])))
            y = np.zeros(len(x), np.float32)
            y[hits] = 1 / len(hits)
            X.append(x[rows]); Y.append(y[rows]); sizes.append(len(rows)); weights.append(1 / len(groups))
    return np.concatenate(X), np.concatenate(Y), np.array(sizes), np.array(weights) / np.mean(weights)

def fit(data, penalty):
    X, Y, sizes, weights = data
    X = X[:, columns]
    std = np.maximum(X.std(0), 1e-6)
    X = (X - X.mean(0)) / std
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    group = np.repeat(np.arange(len(sizes)), sizes)
    w = weights[group].astype(np.float32)
    def loss(v):
        s = X @ v.astype(np.float32)
        s = s - np.maximum.reduceat(s, start)[group]
        e = np.exp(s)
        z = np.add.reduceat(e, start)[group]
        value = -(Y * (s - np.log(z)) * w).sum() / len(sizes) + penalty * (v ** 2).sum()
        return float(value), (X.T @ ((e / z - Y) * w) / len(sizes) + 2 * penalty * v).astype(np.float64)
    v = minimize(loss, np.zeros(len(columns)), jac=True, method='L-BFGS-B', options={'maxiter': 70}).x
    full = np.zeros(len(features), np.float32)
    full[columns] = v / std
    return full, v

def score(v, names, plain):
    each = []
    for name in names:
        rows = []
        for x, hits, total, is_plain in sets[name]:
            if is_plain != plain: continue
            right = np.zeros(len(x)); right[hits] = 1
            right = right[np.argsort(-(x @ v), kind='stable')]
            first = np.argmax(right) + 1 if right.any() else np.inf
            rows.append((right[:5].sum() / total, right[:10].sum() / total, 1 / first))
        if rows: each.append(np.mean(rows, 0))
    return 100 * np.array(each)

show = lambda scores: ' / '.join(f'{value:.2f}' for value in np.mean(scores, 0))
sets, features = load()
mix = features.index('mix')
columns = [i for i, name in enumerate(features) if name.split('_')[-1] not in left_out]
names = [n for n in sets if not n.startswith('dev-')]
dev = [n for n in sets if n.startswith('dev-')]
order = np.random.RandomState(7).permutation(len(names))
folds = [[names[i] for i in order[k::FOLDS]] for k in range(FOLDS)]
designs = [design([n for n in names if n not in fold]) for fold in folds]
best = None
for penalty in PENALTIES:
    kept = [(fit(data, penalty)[0], fold) for data, fold in zip(designs, folds)]
    asked = np.concatenate([score(v, fold, False) for v, fold in kept])
    plain = np.concatenate([score(v, fold, True) for v, fold in kept])
    print(f'penalty {penalty}: {len(names)} repositories, each by weights of others: {show(asked)} | without scope: {show(plain)}', flush=True)
    value = asked.mean() + plain.mean()
    if best is None or value > best[0]: best = (value, penalty)
weights, standard = fit(design(names), best[1])
if dev: print(f'penalty {best[1]} | dev: {show(score(weights, dev, False))} | without scope: {show(score(weights, dev, True))}')
print(', '.join(f'{features[columns[i]]} {standard[i]:.2f}' for i in np.argsort(-abs(standard))[:40]))
big = [i for at, i in enumerate(columns) if abs(standard[at]) > 0.004]
json.dump({features[i]: round(float(weights[i]), 5) for i in big}, open(out, 'w'), indent=2)
open(out, 'a').write('\n')
